import compile from 'icu-minify/compile'
import { type Plugin, parseAst } from 'vite'

const catalogue = /\/src\/i18n\/(?!languages\/)(?:.*\/)?(?:[a-z-]+-)?(?:en|de|es)\.ts$/

/**
 * Translates the messages of the catalogues when the app is built, so that no parser of messages is in the browser (12 kB): what they are
 * translated to is read by `format-only` of use-intl, which takes the place of its parser.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
    }),
    transform: (code, id) => (catalogue.test(id) ? { code: withCompiled(code), map: null } : null),
  }
}

/** The module with each text of its objects compiled. Texts without arguments stay as they are. Throws on a message that is none. */
export function withCompiled(code: string): string {
  const texts: Text[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    if (node.type === 'Property' && isText(node.value)) texts.push(node.value)
    else Object.values(node).forEach(walk)
  }
  walk(parseAst(code, { lang: 'ts' }))
  return texts.reduceRight((done, { start, end, value }) => {
    return `${done.slice(0, start)}${JSON.stringify(compile(value))}${done.slice(end)}`
  }, code)
}

type Node = { type?: string; value?: unknown }
type Text = { start: number; end: number; value: string }
const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null
const isText = (node: unknown): node is Text => isNode(node) && typeof node.value === 'string'
