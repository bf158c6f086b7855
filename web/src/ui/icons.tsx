// Icons of 24 x 24, named by their action.
const paths = {
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4",
  hint: "M12 3a6 6 0 0 1 3.5 10.9c-.6.5-1 1.2-1 2.1h-5c0-.9-.4-1.6-1-2.1A6 6 0 0 1 12 3zM10 19.5h4M10.8 22h2.4",
  resign: "M6 21V4M6 4h11l-2.5 4L17 12H6",
  analyse: "M4 19V5M4 19h16M8 15l3-5 3 3 5-7",
  again: "M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5",
  first: "M18 6l-7 6 7 6zM7 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6zM17 6v12",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  pause: "M8 5v14M16 5v14",
  start: "M7 5l12 7-12 7z",
  close: "M6 6l12 12M18 6 6 18",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  heat: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  engine: "M12 3v3M5 9h14v10H5zM9 13v2M15 13v2M2 13v3M22 13v3",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  tapOnce: "M9 12V5a2 2 0 0 1 4 0v6l4 1a2 2 0 0 1 1.5 2.3L17.5 21H10l-4-6 1.5-1z",
  tapTwice: "M9 13V8a2 2 0 0 1 4 0v4l4 1a2 2 0 0 1 1.5 2.3L17.5 21H10l-4-5 1.5-1zM5 8a6 6 0 0 1 12 0M8 3.5a6 6 0 0 1 6 0",
  menu: "M4 6h16M4 12h16M4 18h16",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  book: "M4 5a3 3 0 0 1 3-2h5v17H7a3 3 0 0 0-3 2zM20 5a3 3 0 0 0-3-2h-5v17h5a3 3 0 0 1 3 2z",
  language: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5.5 5 12.500 0 18M12 3c-5 5.500-5 12.500 0 18",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 21a7.5 7.5 0 0 1 15 0",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
