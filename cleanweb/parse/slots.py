"""Pages with declared shadow roots, as browsers lay them out: slots show the children of the host.

WHATWG DOM, section 4.2.2 (slots, the flat tree). Children of a host that no slot takes follow its shadow root: no
browser shows them before a script runs, but they are text of the page. A slot's own content is left out if it takes
something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from cleanweb.parse.tree import Node, Tree, is_shadow_root


class FlatNode:
    """A copy of a node; `children` become its `first_child` and their `next` once slots are filled."""

    __slots__ = ("attributes", "children", "first_child", "next", "tag", "tag_id", "text_content")

    def __init__(self, node: Node) -> None:
        self.tag = node.tag
        self.tag_id = node.tag_id
        self.text_content = node.text_content
        self.attributes = node.attributes
        self.children: list[FlatNode] = []
        self.first_child: FlatNode | None = None
        self.next: FlatNode | None = None


def with_slots(tree: Tree) -> Tree:
    """The tree with the children of hosts in the slots of their shadow roots."""
    return replace(
        tree,
        root=_flat(tree, tree.root),
        fragment=lambda markup: _flat(tree, tree.fragment(markup)),
        template_content=lambda template: template.first_child,
    )


def _flat(tree: Tree, start: Node | None) -> FlatNode | None:
    """A copy of a node, its later siblings, and all below them."""
    top: list[FlatNode] = []
    made: list[FlatNode] = []  # in document order
    todo = [(start, top)]
    while todo:
        node, siblings = todo.pop()
        if node is None:
            continue
        copy = FlatNode(node)
        made.append(copy)
        siblings.append(copy)
        todo.append((node.next, siblings))
        if is_shadow_root(node):
            todo.append((tree.template_content(node), copy.children))
        elif node.tag != "template":
            todo.append((node.first_child, copy.children))
    for copy in made:
        if (root := next(filter(is_shadow_root, copy.children), None)) is not None:
            _fill_slots(copy, root)
    _link(top)
    for copy in made:
        copy.first_child = next(iter(copy.children), None)
        _link(copy.children)
    return next(iter(top), None)


def _fill_slots(host: FlatNode, root: FlatNode) -> None:
    """Move the children of a host into the slots that they name; of slots with one name, into the first."""
    slots: dict[str, FlatNode] = {}
    for slot in _slots(root):
        slots.setdefault(slot.attributes.get("name") or "", slot)
    taken: dict[str, list[FlatNode]] = {}
    left: list[FlatNode] = []
    for child in host.children:
        name = child.attributes.get("slot") or ""
        is_taken = child is not root and name in slots and (child.text_content is not None or _is_element(child))
        (taken.setdefault(name, []) if is_taken else left).append(child)
    for name, children in taken.items():
        slots[name].children = children
    host.children = left


def _slots(root: FlatNode) -> Iterator[FlatNode]:
    """The slots of a shadow root, in document order; not those of shadow roots inside."""
    todo = root.children[::-1]
    while todo:
        node = todo.pop()
        if node.tag == "slot":
            yield node
        if not is_shadow_root(node):
            todo.extend(reversed(node.children))


def _is_element(node: FlatNode) -> bool:
    return node.tag is not None and not node.tag.startswith("-")


def _link(siblings: Sequence[FlatNode]) -> None:
    for left, right in pairwise(siblings):
        left.next = right
