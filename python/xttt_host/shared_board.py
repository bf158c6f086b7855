"""The board object of a bot, and the check that the bot did not change it."""

# Bound before any code of the bot runs, because a bot may replace them in builtins.
_type, _len, _vars_of = type, len, object.__getattribute__


class SharedBoard(object):
    """One board object for a whole game, as in the original simulators. Before each turn it is set to
    the current position; after the turn it must still have that position, and its class must be
    unchanged. The bot may add attributes."""

    def __init__(self, variant):
        self._class = variant.board_class()
        self._members = dict(vars(self._class))
        self._bases = self._class.__bases__
        self.board = self._class()
        self._own = self.board  # what self.board was: the bot may reach this object

    def show(self, true_board):
        """Copies the position of true_board into the existing lists, which the bot may have references to."""
        mine = _vars_of(self._own, "__dict__")
        for name, value in vars(true_board).items():
            if not _pour(value, mine.get(name)):
                mine[name] = _copy(value)

    def damage(self, true_board):
        """A description of what the bot changed; None if nothing."""
        board, cls = self._own, self._class
        if _type(board) is not cls:
            return "its class was replaced by %s" % _type(board).__name__
        if cls.__bases__ != self._bases:
            return "the bases of its class were changed"
        attributes = _vars_of(board, "__dict__")
        for name, member in self._members.items():
            if vars(cls).get(name) is not member:
                return "its method %s was replaced or deleted" % name
            if name in attributes and callable(member):
                return "its method %s was replaced or deleted" % name
        for name in vars(cls):
            if name not in self._members and _is_special(name):
                return "%s was added to its class" % name
        for name, value in vars(true_board).items():
            if name not in attributes:
                return "its attribute %s was deleted" % name
            found = _difference(value, attributes[name], name)
            if found:
                return found
        return None


def _is_special(name):
    """Special names, such as __getattribute__, that change how a board is read or compared. Not
    __slotnames__, which the copy module sets."""
    return name.startswith("__") and name.endswith("__") and name != "__slotnames__"


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
    if _type(lent) is not _type(true):
        return "%s is a %s, not a %s" % (where, _type(lent).__name__, _type(true).__name__)
    if _type(true) is str:
        return None if lent == true else "%s was %r and is %r" % (where, true, lent)
    if _len(lent) != _len(true):
        return "%s has %d entries, not %d" % (where, _len(lent), _len(true))
    for index, item in enumerate(true):
        found = _difference(item, lent[index], "%s[%d]" % (where, index))
        if found:
            return found
    return None
