"""The host for course bots: gives a class written for the course simulators a board, and speaks UGI
for it."""
