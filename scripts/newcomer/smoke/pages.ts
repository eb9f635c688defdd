import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ask, type Check, codeOf } from './visit.ts'

const asBrowser = { headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' } }

/** The pages for browsers, load balancers, scrapers and readers. */
export const pages: readonly Check[] = [
  [
    'the page is there, also where no file is',
    async ({ url }) => {
      for (const path of ['/', '/boards/anything', '/login']) {
        const { status, headers, text } = await ask(url + path, asBrowser)
        assert.equal(status, 200, path)
        assert.match(headers.get('content-type') ?? '', /^text\/html/)
        assert.match(text, /<script type="module"[^>]* src="\/assets\//)
      }
    },
  ],
  [
    'every script and style that the page names is there, for a year',
    async ({ url }) => {
      const { text } = await ask(url, asBrowser)
      const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
      assert.ok(named.some((path) => path.endsWith('.js')) && named.some((path) => path.endsWith('.css')), named.join())
      for (const path of named) {
        const { status, headers } = await ask(url + path, asBrowser)
        assert.equal(status, 200, path)
        assert.match(headers.get('cache-control') ?? '', /max-age=31536000.*immutable/)
      }
    },
  ],
  [
    'the page comes under a strict policy',
    async ({ url }) => {
      const policy = (await ask(url, asBrowser)).headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'|default-src 'self'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(/script-src[^;]*/.exec(policy)?.[0] ?? '', /unsafe/)
    },
  ],
  [
    'programs are told in JSON that nothing is served',
    async ({ url }) => {
      const { status, text } = await ask(`${url}/api/nothing`)
      assert.deepEqual([status, codeOf(text)], [404, 'not_found'])
    },
  ],
  [
    'agents are told how to work here, at /llms.txt and /agents.md',
    async ({ url }) => {
      for (const path of ['/llms.txt', '/agents.md']) assert.match((await ask(url + path)).text, /\/mcp/, path)
    },
  ],
  ['/health/live answers', async ({ url }) => assert.equal((await ask(`${url}/health/live`)).status, 200)],
  ['/health/ready answers', async ({ url }) => assert.equal((await ask(`${url}/health/ready`)).status, 200)],
  [
    '/api/version is that of package.json',
    async ({ url, place }) => {
      const manifest: unknown = JSON.parse(await readFile(join(place.checkout, 'package.json'), 'utf8'))
      const told: unknown = JSON.parse((await ask(`${url}/api/version`)).text)
      assert.partialDeepStrictEqual(manifest, told)
    },
  ],
  [
    '/openapi.json describes the API',
    async ({ url }) => {
      const { openapi, paths }: { openapi: string; paths: object } = JSON.parse((await ask(`${url}/openapi.json`)).text)
      assert.match(openapi, /^3\.1/)
      assert.ok(Object.keys(paths).length > 80, `${Object.keys(paths).length} paths`)
    },
  ],
  ['metrics are refused without a credential', async ({ url }) => assert.equal((await ask(`${url}/metrics`)).status, 401)],
  [
    'metrics are for the instance admin',
    async ({ url, ada }) => {
      const { token } = await ada.call('token.create', { label: 'Scraper', scopes: ['admin'] })
      const { status, text } = await ask(`${url}/metrics`, { token: token ?? '' })
      assert.equal(status, 200)
      assert.match(text, /^tandem_build_info\{.*\} 1$/m)
    },
  ],
]
