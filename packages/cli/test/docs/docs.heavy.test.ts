import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../server/test/faults/rig/tandem.ts'
import { startTestService } from '../../../server/test/kit/service.ts'
import { readPages } from './runner/pages.ts'
import { isExecuted, runPage } from './runner/shell.ts'
import { missingFor } from './runner/tools.ts'
import { compile } from './runner/types.ts'
import { openWorkshop } from './runner/workshop.ts'

const pages = readPages()
const blocks = pages.flatMap((page) => page.blocks)

test.for(pages.filter((page) => page.blocks.some(isExecuted)).map((page) => [page.name, page] as const))(
  '%s: what it says to run runs, against a service of its own',
  async ([, page], context) => {
    const blocks = page.blocks.filter(isExecuted)
    const missing = missingFor(blocks)
    context.skip(missing.length > 0, `${missing.join(', ')}: not installed`)
    const workshop = openWorkshop()
    onTestFinished(workshop.remove)
    const tandem = await startTestService()
    onTestFinished(tandem.stop)
    const ports = { 3000: new URL(tandem.url).port, 4000: String(await freePort()), 4001: String(await freePort()) }
    const written = await runPage(blocks, workshop, ports)
    expect(written).toContain(`== ${page.name}:`)
    expect(written).not.toMatch(/\{"error":/)
  },
)

test('every block of TypeScript compiles as it stands', () => {
  expect(compile(blocks.filter(({ language }) => language === 'ts'))).toBe('')
})
