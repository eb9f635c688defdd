import type { Command } from '@codemirror/view'

const emptyItem = /^([-*+]|\d+[.)])[ \t]+(\[[ xX]\][ \t]*)?$/

/**
 * Enter in an empty item ends the list. It leaves a blank line, because Markdown joins a text right below a list to its last item. An item
 * of an inner list is left to the editor's own command, which moves it out by one level.
 */
export const leaveList: Command = (view) => {
  const { main } = view.state.selection
  const line = view.state.doc.lineAt(main.head)
  if (!main.empty || main.head !== line.to || line.number === 1 || !emptyItem.test(line.text)) return false
  view.dispatch({
    changes: { from: line.from, to: line.to, insert: view.state.lineBreak },
    selection: { anchor: line.from + view.state.lineBreak.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
  return true
}
