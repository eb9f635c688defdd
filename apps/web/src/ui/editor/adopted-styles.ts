import { StyleModule } from 'style-mod'

/**
 * The page's policy takes no `<style>` element, and style-mod adopts style sheets only in shadow roots. In the place of the page it is given
 * what it takes for one: the sheets of the page itself. A nonce would be no better, since the page is the same bytes for everybody.
 */
const page = {
  ownerDocument: document,
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets
  },
} as unknown as ShadowRoot

const mount = StyleModule.mount.bind(StyleModule)
StyleModule.mount = (_root, modules) => mount(page, modules)
