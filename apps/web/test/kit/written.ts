import type { Locator } from 'playwright-core'

/** The content of an editor, with the way of CodeMirror from its element to its document. */
type Editor = HTMLElement & { cmTile: { root: { view: { state: { doc: object } } } } }

/**
 * The text of a field, both the plain one and the editor that replaces it when the user types: of a long text the page has only the lines
 * that are near the window.
 */
export const textIn = (field: Locator): Promise<string> =>
  field.evaluate((at) => (at instanceof HTMLTextAreaElement ? at.value : String((at as Editor).cmTile.root.view.state.doc)))
