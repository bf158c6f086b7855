"""The host for course bots: lends a class written for the course simulators a board, and speaks UGI
for it."""
