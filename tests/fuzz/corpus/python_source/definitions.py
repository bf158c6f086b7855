x = open('data/book.txt'); importlib.import_module('late')
class A:
    def move(
    def move(
    def move(self, a, b, c)
