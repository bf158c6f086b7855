"""The host for course bots: runs a class written for the course simulators, and speaks UGI for it."""
