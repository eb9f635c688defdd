import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentChecks } from '../../src/conformance/agent/checks.ts'
import { webhookChecks } from '../../src/conformance/webhook/checks.ts'
import { brokenLinks } from './runner/links.ts'
import { checkout, readPages } from './runner/pages.ts'
import { missingFiles } from './runner/paths.ts'
import { isExecuted } from './runner/shell.ts'
import { check, knows, requestsIn } from './runner/syntax.ts'

/** Static checks of the pages; docs.heavy.test.ts executes their blocks. */
const pages = readPages()
const blocks = pages.flatMap((page) => page.blocks)

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

test('every request that a page names is one that the service serves', () => {
  for (const { name, text } of pages.filter((page) => !page.name.startsWith('docs/decisions/')))
    for (const request of requestsIn(text)) expect(() => knows(request), name).not.toThrow()
})

test('every link to a file or a heading leads there', () => {
  expect(pages.flatMap((page) => brokenLinks(page).map((target) => `${page.name}: ${target}`))).toEqual([])
})

test('every source file that a page names is there', () => {
  const design = { name: 'apps/web/DESIGN.md', text: readFileSync(`${checkout}apps/web/DESIGN.md`, 'utf8') }
  expect([...pages, design].flatMap((page) => missingFiles(page).map((file) => `${page.name}: ${file}`))).toEqual([])
})

test('every page that the conformance kit names is there, and names each of its checks', () => {
  const kit = pages.find(({ name }) => name === 'docs/conformance-kit.md')?.text ?? ''
  for (const { id, docs } of [...agentChecks, ...webhookChecks]) {
    expect(brokenLinks({ name: 'README.md', text: `[${id}](${docs})` })).toEqual([])
    expect(kit).toContain(`\`${id}\``)
  }
})
