// mybot plays Extreme Tic-Tac-Toe: all variants, speaking UGI, without any library. It wins a small
// board if it can, and plays at random otherwise: change choose below.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

type variant struct {
	bigBoards, size            int
	diagonals, diamonds, bonus bool
}

var variants = map[string]variant{
	"extreme":  {1, 4, false, true, true},
	"double":   {2, 3, true, false, true},
	"diagonal": {1, 4, true, false, true},
	"ultimate": {1, 3, true, false, false},
}

// Small boards in reading order, big board 1 first; cells likewise.
type move struct{ board, cell int }

type game struct {
	v              variant
	places, boards int
	lines          []uint32
	marks          [2][]uint32 // of x, of o
	side           int         // to move: 0 is x, 1 is o
	lastCell       int         // -1 at the start
	bonus          bool
}

func newGame(v variant) *game {
	n := v.size
	g := &game{v: v, places: n * n, boards: v.bigBoards * n * n, lastCell: -1}
	g.marks = [2][]uint32{make([]uint32, g.boards), make([]uint32, g.boards)}
	bit := func(row, column int) uint32 { return 1 << (row*n + column) }
	var down, up uint32
	for i := 0; i < n; i++ {
		var row, column uint32
		for j := 0; j < n; j++ {
			row |= bit(i, j)
			column |= bit(j, i)
		}
		g.lines = append(g.lines, row, column)
		down |= bit(i, i)
		up |= bit(i, n-1-i)
	}
	if v.diagonals {
		g.lines = append(g.lines, down, up)
	}
	for r := 1; v.diamonds && r+1 < n; r++ {
		for c := 1; c+1 < n; c++ {
			g.lines = append(g.lines, bit(r-1, c)|bit(r+1, c)|bit(r, c-1)|bit(r, c+1))
		}
	}
	return g
}

func (g *game) hasLine(cells uint32) bool {
	for _, line := range g.lines {
		if cells&line == line {
			return true
		}
	}
	return false
}

func (g *game) isOpen(board int) bool {
	x, o := g.marks[0][board], g.marks[1][board]
	return !g.hasLine(x) && !g.hasLine(o) && x|o != 1<<g.places-1
}

func (g *game) legalMoves() []move {
	var moves []move
	add := func(board int) {
		for cell := 0; g.isOpen(board) && cell < g.places; cell++ {
			if (g.marks[0][board]|g.marks[1][board])>>cell&1 == 0 {
				moves = append(moves, move{board, cell})
			}
		}
	}
	// The last cell names a small board on each big board; if all are closed, any will do.
	for b := g.lastCell; g.lastCell >= 0 && b < g.boards; b += g.places {
		add(b)
	}
	for b := 0; len(moves) == 0 && b < g.boards; b++ {
		add(b)
	}
	return moves
}

func (g *game) play(m move) {
	g.marks[g.side][m.board] |= 1 << m.cell
	g.lastCell = m.cell
	// The first small board won in a turn earns one more move.
	g.bonus = g.v.bonus && !g.bonus && g.hasLine(g.marks[g.side][m.board])
	if !g.bonus {
		g.side ^= 1
	}
}

func (g *game) at(big, row, column int) move {
	n := g.v.size
	return move{big*g.places + row/n*n + column/n, row%n*n + column%n}
}

func (g *game) parse(word string) move {
	big := 0
	if g.v.bigBoards > 1 {
		big, word = int(word[0]-'1'), word[1:]
	}
	row, _ := strconv.Atoi(word[1:])
	return g.at(big, row-1, int(word[0]-'a'))
}

func (g *game) text(m move) string {
	n, place, big := g.v.size, m.board%g.places, ""
	if g.v.bigBoards > 1 {
		big = strconv.Itoa(m.board/g.places + 1)
	}
	return fmt.Sprintf("%s%c%d", big, 'a'+place%n*n+m.cell%n, place/n*n+m.cell/n+1)
}

// The four fields of a FEN: cells, side, last move, bonus.
func (g *game) setUp(fields []string) {
	big, row, column, run := 0, 0, 0, 0
	for _, c := range fields[0] {
		if c >= '0' && c <= '9' {
			run = run*10 + int(c-'0')
			continue
		}
		column, run = column+run, 0
		switch c {
		case '/':
			row, column = row+1, 0
		case '|':
			big, row, column = big+1, 0, 0
		case 'x', 'o':
			m, side := g.at(big, row, column), 0
			if c == 'o' {
				side = 1
			}
			g.marks[side][m.board] |= 1 << m.cell
			column++
		}
	}
	if fields[1] == "o" {
		g.side = 1
	}
	if fields[2] != "-" {
		g.lastCell = g.parse(fields[2]).cell
	}
	g.bonus = fields[3] == "b"
}

// The move to play. Requires a game that is not over.
func choose(g *game, rng *rand.Rand) move {
	moves := g.legalMoves()
	for _, m := range moves {
		if g.hasLine(g.marks[g.side][m.board] | 1<<m.cell) {
			return m
		}
	}
	return moves[rng.Intn(len(moves))]
}

func main() {
	v := variants["extreme"]
	g := newGame(v)
	rng := rand.New(rand.NewSource(2026)) // a fixed seed: games can be repeated
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		words := strings.Fields(input.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "ugi":
			fmt.Println("id name mybot\nugiok")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			if len(words) == 5 && words[2] == "Variant" {
				v = variants[words[4]]
			}
			g = newGame(v)
		case "position":
			g = newGame(v)
			rest := words[2:]
			if words[1] == "fen" {
				g.setUp(words[2:6])
				rest = words[6:]
			}
			for _, word := range rest {
				if word != "moves" {
					g.play(g.parse(word))
				}
			}
		case "go":
			fmt.Println("bestmove", g.text(choose(g, rng)))
		case "quit":
			return
		}
	}
}
