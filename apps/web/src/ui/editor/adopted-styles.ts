import { StyleModule } from 'style-mod'

/**
 * The page's policy allows no `<style>` element, and style-mod adopts style sheets only in a shadow root. This object looks like one and
 * adopts them into the document. A nonce would be no better, since all readers get the same bytes.
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
