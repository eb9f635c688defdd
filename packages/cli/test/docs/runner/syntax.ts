import { spawnSync } from 'node:child_process'
import { catalogue } from '@tandem/contract'
import { parse as parseYaml } from 'yaml'
import type { Block } from './pages.ts'
import { isThere } from './tools.ts'

/** Throws when a block of the language is not well-formed. `text` is not parsed: an answer, a drawing, a template. */
const checks: Record<string, (text: string) => unknown> = {
  sh: (text) => runs('bash', ['-n'], text),
  js: (text) => runs(process.execPath, ['--check', '--input-type=module', '-'], text),
  // The compiler reads them all together.
  ts: () => {},
  python: (text) => isThere('python3') && runs('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], text),
  json: (text) => void JSON.parse(text),
  yaml: (text) => void parseYaml(text, { strict: true }),
  toml: (text) => eachLine(text, /^(#.*|\[\[?[\w.-]+\]?\]|[\w.-]+\s*=\s*("[^"]*"|\d+|true|false|\[.*\]|\{.*\}))?$/),
  nginx: (text) => {
    eachLine(text.replaceAll(/^\s+/gm, ''), /^(#.*|[^;{}]+[;{]|\})?$/)
    balances(text)
  },
  caddyfile: balances,
  http: (text) => requestsIn(text).forEach(knows),
  text: () => {},
}

export function check({ page, line, language, text }: Block): void {
  try {
    const parse = checks[language]
    if (!parse) throw new Error(`there is no check for the language "${language}"; one of ${Object.keys(checks).join(', ')} is expected`)
    parse(text)
  } catch (error) {
    throw new Error(`${page}:${line}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function runs(command: string, args: string[], input: string): void {
  const { status, stderr, error } = spawnSync(command, args, { input, encoding: 'utf8' })
  if (error || status !== 0) throw new Error(error?.message ?? stderr)
}

function eachLine(text: string, form: RegExp): void {
  for (const line of text.split('\n')) if (!form.test(line)) throw new Error(`"${line}" is not well-formed`)
}

function balances(text: string): void {
  if (text.split('{').length !== text.split('}').length) throw new Error('braces do not balance')
}

type Request = { method: string; path: string }

/** Requests to the API that a text names: `GET /api/boards/:id`. */
export const requestsIn = (text: string): Request[] =>
  [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[^\s`?,;)|"]+)/g)].map(([, method = '', path = '']) => ({
    method,
    path: path.replace(/\.$/, ''),
  }))

const routes = Object.values(catalogue).map(({ rest }) => rest.replace(/\?.*/, '').split(/[ /]+/))

/** A parameter of a route goes by any name in a text, and an example may stand in its place. Throws for an unknown route. */
export function knows({ method, path }: Request): void {
  const parts = [method, ...path.replace(/\?.*/, '').split('/').filter(Boolean)]
  const fits = (route: readonly string[]) =>
    route.length === parts.length && route.every((part, i) => part.startsWith(':') || part === parts[i])
  if (!routes.some(fits)) throw new Error(`no operation is served at ${method} ${path}`)
}
