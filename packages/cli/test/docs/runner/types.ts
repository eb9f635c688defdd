import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, checkout } from './pages.ts'

/** The messages of the compiler about the blocks, each compiled as a program of its own in the checkout; empty without messages. */
export function compile(blocks: readonly Block[]): string {
  const folder = mkdtempSync(join(checkout, 'packages', 'cli', 'test', 'docs', '.compiled-'))
  try {
    for (const { page, line, text } of blocks)
      writeFileSync(join(folder, `${page.replaceAll(/\W/g, '-')}-${line}.ts`), `${text}\nexport {}\n`)
    const options = {
      extends: '../../../../../tsconfig.json',
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const { stdout, error } = spawnSync(process.execPath, [join(checkout, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    })
    if (error) throw error
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
