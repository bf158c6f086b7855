//! mybot plays Extreme Tic-Tac-Toe: all variants, speaking UGI, without any library. It wins a small
//! board if it can, and plays at random otherwise: change choose() below.

use std::io::{self, BufRead, Write};

#[derive(Clone, Copy)]
struct Variant {
    big_boards: usize,
    size: usize,
    diagonals: bool,
    diamonds: bool,
    bonus: bool,
}

fn variant_named(name: &str) -> Variant {
    let (big_boards, size, diagonals, diamonds, bonus) = match name {
        "double" => (2, 3, true, false, true),
        "diagonal" => (1, 4, true, false, true),
        "ultimate" => (1, 3, true, false, false),
        _ => (1, 4, false, true, true), // extreme
    };
    Variant { big_boards, size, diagonals, diamonds, bonus }
}

/// Small boards in reading order, big board 1 first; cells likewise.
#[derive(Clone, Copy)]
struct Move {
    board: usize,
    cell: usize,
}

struct Game {
    v: Variant,
    places: usize,
    boards: usize,
    lines: Vec<u32>,
    marks: [Vec<u32>; 2], // of x, of o
    side: usize,          // to move: 0 is x, 1 is o
    last_cell: Option<usize>,
    bonus: bool,
}

impl Game {
    fn new(v: Variant) -> Game {
        let n = v.size;
        let boards = v.big_boards * n * n;
        let bit = |row: usize, column: usize| 1u32 << (row * n + column);
        let mut lines = Vec::new();
        let (mut down, mut up) = (0, 0);
        for i in 0..n {
            lines.push((0..n).fold(0, |cells, j| cells | bit(i, j)));
            lines.push((0..n).fold(0, |cells, j| cells | bit(j, i)));
            down |= bit(i, i);
            up |= bit(i, n - 1 - i);
        }
        if v.diagonals {
            lines.extend([down, up]);
        }
        if v.diamonds {
            for r in 1..n - 1 {
                for c in 1..n - 1 {
                    lines.push(bit(r - 1, c) | bit(r + 1, c) | bit(r, c - 1) | bit(r, c + 1));
                }
            }
        }
        let marks = [vec![0; boards], vec![0; boards]];
        Game { v, places: n * n, boards, lines, marks, side: 0, last_cell: None, bonus: false }
    }

    fn has_line(&self, cells: u32) -> bool {
        self.lines.iter().any(|line| cells & line == *line)
    }

    fn is_open(&self, board: usize) -> bool {
        let (x, o) = (self.marks[0][board], self.marks[1][board]);
        !self.has_line(x) && !self.has_line(o) && x | o != (1 << self.places) - 1
    }

    fn add_moves(&self, board: usize, moves: &mut Vec<Move>) {
        if !self.is_open(board) {
            return;
        }
        let taken = self.marks[0][board] | self.marks[1][board];
        moves.extend((0..self.places).filter(|cell| taken >> cell & 1 == 0).map(|cell| Move { board, cell }));
    }

    /// The last cell names a small board on each big board; if all are closed, any will do.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if let Some(place) = self.last_cell {
            (place..self.boards).step_by(self.places).for_each(|board| self.add_moves(board, &mut moves));
        }
        if moves.is_empty() {
            (0..self.boards).for_each(|board| self.add_moves(board, &mut moves));
        }
        moves
    }

    fn play(&mut self, m: Move) {
        self.marks[self.side][m.board] |= 1 << m.cell;
        self.last_cell = Some(m.cell);
        // The first small board won in a turn earns one more move.
        self.bonus = self.v.bonus && !self.bonus && self.has_line(self.marks[self.side][m.board]);
        if !self.bonus {
            self.side ^= 1;
        }
    }

    fn at(&self, big: usize, row: usize, column: usize) -> Move {
        let n = self.v.size;
        Move { board: big * self.places + row / n * n + column / n, cell: row % n * n + column % n }
    }

    fn parse(&self, word: &str) -> Move {
        let (big, rest) = if self.v.big_boards > 1 {
            ((word.as_bytes()[0] - b'1') as usize, &word[1..])
        } else {
            (0, word)
        };
        let row: usize = rest[1..].parse().unwrap_or(1);
        self.at(big, row - 1, (rest.as_bytes()[0] - b'a') as usize)
    }

    fn text(&self, m: Move) -> String {
        let (n, place) = (self.v.size, m.board % self.places);
        let big = if self.v.big_boards > 1 { (m.board / self.places + 1).to_string() } else { String::new() };
        let column = (b'a' + (place % n * n + m.cell % n) as u8) as char;
        format!("{big}{column}{}", place / n * n + m.cell / n + 1)
    }

    /// The four fields of a FEN: cells, side, last move, bonus.
    fn set_up(&mut self, fields: &[&str]) {
        let (mut big, mut row, mut column, mut run) = (0, 0, 0, 0);
        for c in fields[0].chars() {
            if let Some(digit) = c.to_digit(10) {
                run = run * 10 + digit as usize;
                continue;
            }
            column += run;
            run = 0;
            match c {
                '/' => (row, column) = (row + 1, 0),
                '|' => (big, row, column) = (big + 1, 0, 0),
                _ => {
                    let m = self.at(big, row, column);
                    self.marks[usize::from(c == 'o')][m.board] |= 1 << m.cell;
                    column += 1;
                }
            }
        }
        self.side = usize::from(fields[1] == "o");
        self.last_cell = if fields[2] == "-" { None } else { Some(self.parse(fields[2]).cell) };
        self.bonus = fields[3] == "b";
    }
}

/// A small generator with a fixed seed: games can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % count
    }
}

/// The move to play. Requires a game that is not over.
fn choose(game: &Game, random: &mut Random) -> Move {
    let moves = game.legal_moves();
    let own = &game.marks[game.side];
    match moves.iter().find(|m| game.has_line(own[m.board] | 1 << m.cell)) {
        Some(winning) => *winning,
        None => moves[random.below(moves.len())],
    }
}

fn main() {
    let mut variant = variant_named("extreme");
    let mut game = Game::new(variant);
    let mut random = Random(2026);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("ugi") => println!("id name mybot\nugiok"),
            Some("isready") => println!("readyok"),
            Some("setoption") => {
                if words.len() == 5 && words[2] == "Variant" {
                    variant = variant_named(words[4]);
                }
                game = Game::new(variant);
            }
            Some("position") => {
                game = Game::new(variant);
                let mut rest = &words[2..];
                if words[1] == "fen" {
                    game.set_up(&words[2..6]);
                    rest = &words[6..];
                }
                for word in rest.iter().filter(|word| **word != "moves") {
                    let m = game.parse(word);
                    game.play(m);
                }
            }
            Some("go") => println!("bestmove {}", game.text(choose(&game, &mut random))),
            Some("quit") => break,
            _ => {}
        }
        io::stdout().flush().ok();
    }
}
