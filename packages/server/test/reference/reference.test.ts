import { createHash } from 'node:crypto'
import { catalogue, errorCodes, type OperationSpec, operationNames } from '@tandem/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let page: Awaited<ReturnType<TestService['anonymous']['get']>>

beforeAll(async () => {
  tandem = await startTestService()
  page = await tandem.anonymous.get('/docs/api')
})
afterAll(() => tandem?.stop())

const sectionOf = (id: string): string => page.text.split(`<details class="entry" id="${id}"`)[1]?.split('</details>')[0] ?? ''

test('every operation has its entry, with its way, its scope and what it may refuse', {
  meta: { proves: ['page.reference.complete'] },
}, () => {
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const name of operationNames) {
    const { rest, access }: OperationSpec = catalogue[name]
    const section = sectionOf(name)
    expect(section, name).toContain(`${rest.split(' ')[0]}</span> <code>`)
    if (!('public' in access) && access.scope && !access.credential) expect(section, name).toContain(`scope <code>${access.scope}</code>`)
    expect(section, name).toContain('href="#error.validation"')
    expect(section, name).toContain('curl -fsS ')
  }
  for (const code of Object.keys(errorCodes)) expect(page.text).toContain(`id="error.${code}"`)
})

test('an entry says what goes in and what comes back, by the example of the document', () => {
  const section = sectionOf('card.create')
  expect(section).toContain('<code>listId</code>')
  expect(section).toMatch(/<code>title<\/code>.*?required<\/span>/)
  expect(section).toContain('1 to 500 characters')
  expect(section).toMatch(/curl -fsS &quot;\$TANDEM_URL\/api\/lists\/[0-9a-f-]{36}\/cards&quot;/)
  expect(section).toContain('Response <code>201</code>')
  expect(section).toContain('&quot;key&quot;:')
})

test('every link within the page leads to something in it', { meta: { proves: ['page.reference.complete'] } }, () => {
  const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
  expect(targets.length).toBeGreaterThan(operationNames.length)
  expect(targets.filter((target) => !ids.has(target))).toEqual([])
})

test('nothing but its own style and script may run, and nothing is loaded from anywhere', {
  meta: { proves: ['page.reference.self-contained'] },
}, () => {
  const policy = page.headers.get('content-security-policy') ?? ''
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src ${hashOf(/<script>([\s\S]*?)<\/script>/.exec(page.text)?.[1])}`)
  expect(policy).toContain(`style-src ${hashOf(/<style>([\s\S]*?)<\/style>/.exec(page.text)?.[1])}`)
  expect(page.text).not.toMatch(/ (src|style|on\w+)="|<link|@import|url\(/)
  expect(page.text.match(/href="https?:/g)).toBeNull()
})

test('who has the page already is sent nothing', { meta: { proves: ['guide.unchanged'] } }, async () => {
  const again = await tandem.anonymous.get('/docs/api', { 'if-none-match': page.headers.get('etag') ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
})
