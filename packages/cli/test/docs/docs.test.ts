import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../../../server/test/kit/service.ts'
import { brokenLinks } from './runner/links.ts'
import { readPages } from './runner/pages.ts'
import { isExecuted, runPage } from './runner/shell.ts'
import { check, knows, requestsIn } from './runner/syntax.ts'
import { missingFor } from './runner/tools.ts'
import { compile } from './runner/types.ts'
import { openWorkshop } from './runner/workshop.ts'

const pages = readPages()
const blocks = pages.flatMap((page) => page.blocks)

/** A page starts npm a dozen times. */
const patienceMs = 120_000

test.for(pages.filter((page) => page.blocks.some(isExecuted)).map((page) => [page.name, page] as const))(
  '%s: what it says to run runs, against a service of its own',
  { timeout: patienceMs },
  async ([, page], context) => {
    const blocks = page.blocks.filter(isExecuted)
    const missing = missingFor(blocks)
    context.skip(missing.length > 0, `${missing.join(', ')}: not installed`)
    const workshop = openWorkshop()
    onTestFinished(workshop.remove)
    const tandem = await startTestService()
    onTestFinished(tandem.stop)
    const ports = { 3000: new URL(tandem.url).port, 4000: await freePort(), 4001: await freePort() }
    const written = await runPage(blocks, workshop, ports)
    expect(written).toContain(`== ${page.name}:`)
    expect(written).not.toMatch(/\{"error":/)
  },
)

test('every block is well-formed, and what is not run says why', () => {
  for (const block of blocks) check(block)
  const silent = blocks.filter((block) => ['sh', 'js', 'python'].includes(block.language) && block.notRun === null && !isExecuted(block))
  expect(silent.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  const excused = blocks.filter((block) => block.notRun !== null)
  process.stdout.write(excused.map(({ page, line, notRun }) => `${page}:${line} is not run: ${notRun}\n`).join(''))
})

test('code stands in fences alone, for only there is it looked at', () => {
  const indented = pages.flatMap(({ name, text }) => {
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
    return [...prose.matchAll(/(?<=\n[ \t]*\n)(?: {4}|\t)\S.*/g)].map(([line]) => `${name}: ${line}`)
  })
  expect(indented).toEqual([])
})

test('every block of TypeScript compiles as it stands', () => {
  expect(compile(blocks.filter(({ language }) => language === 'ts'))).toBe('')
})

test('every request that a page names is one that the service serves', () => {
  for (const { name, text } of pages.filter((page) => !page.name.startsWith('docs/decisions/')))
    for (const request of requestsIn(text)) expect(() => knows(request), name).not.toThrow()
})

test('every link to a file or a heading leads there', () => {
  expect(pages.flatMap((page) => brokenLinks(page).map((target) => `${page.name}: ${target}`))).toEqual([])
})

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a server on a port has one')
  return String(address.port)
}
