"""What a bot is lent, and whether it gave it back as it was."""


class Loan:
    """One board object for a whole game, as the originals lent it. Before each turn it is set to
    the true position; afterwards it must show that position still, and its methods must be those
    it came with. The bot may add attributes of its own."""

    def __init__(self, variant):
        self._class = variant.board_class()
        self._methods = {name: value for name, value in vars(self._class).items()
                         if callable(value)}
        self.board = self._class()

    def show(self, true_board):
        """Sets the lent board to the position of true_board, in the very lists a bot may hold."""
        for name, value in vars(true_board).items():
            mine = vars(self.board).get(name)
            if not _pour(value, mine):
                vars(self.board)[name] = _copy(value)

    def damage(self, true_board):
        """What the bot changed, in words; None when nothing."""
        for name, method in self._methods.items():
            if vars(self._class).get(name) is not method or name in vars(self.board):
                return "its method %s was replaced or deleted" % name
        for name, value in vars(true_board).items():
            if name not in vars(self.board):
                return "its attribute %s was deleted" % name
            found = _difference(value, vars(self.board)[name], name)
            if found:
                return found
        return None


def _copy(value):
    return type(value)(_copy(item) for item in value) if isinstance(value, (list, tuple)) else value


def _pour(source, target):
    """Copies nested lists into lists of the same shape, in place. False if the shape differs."""
    if type(target) is not type(source) or len(target) != len(source):
        return False
    for index, item in enumerate(source):
        if isinstance(item, (list, tuple)):
            if not _pour(item, target[index]):
                return False
        elif target[index] is not item:
            target[index] = item
    return True


def _difference(true, lent, where):
    # Exact types, and `str` compared with `str`: no method of the bot's runs here.
    if type(lent) is not type(true):
        return "%s is a %s, not a %s" % (where, type(lent).__name__, type(true).__name__)
    if type(true) is str:
        return None if lent == true else "%s was %r and is %r" % (where, true, lent)
    if len(lent) != len(true):
        return "%s has %d entries, not %d" % (where, len(lent), len(true))
    for index, item in enumerate(true):
        found = _difference(item, lent[index], "%s[%d]" % (where, index))
        if found:
            return found
    return None
