mybot: mybot.c
	cc -std=c11 -O2 -Wall -Wextra -o $@ $<
