import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Block, fileNameOf } from './pages.ts'
import type { Workshop } from './workshop.ts'

/** Programs that a page keeps in a file, for the blocks after them to start. */
const programs = new Set(['js', 'ts', 'python'])

const patienceMs = 280_000

/** The blocks of a page that are executed: its shell, and the programs that are kept in files. */
export const isExecuted = (block: Block): boolean =>
  block.notRun === null && (block.language === 'sh' || (programs.has(block.language) && fileNameOf(block) !== null))

/** Commands that change the machine or download something: a page may show them, and the tests do not run them. */
const beyondTheWorkshop =
  /\b(sudo|useradd|systemctl|docker|git (clone|pull)|npm (ci|i|install|start|run|test)|pip|apt(-get)?|claude|codex|gemini)\b|npx (?!node |tandem )|(^|[\s>=])\/(?!dev\/(null|tcp))\w|https?:\/\/(?!127\.0\.0\.1|localhost)/m

/** Whether a block may only be on a page if it is marked as not run. */
const reachesBeyond = (block: Block): boolean => isExecuted(block) && beyondTheWorkshop.test(block.text)

/**
 * Runs the blocks of a page, in their order, in one shell session, so that variables of one block are set in the next. Throws with the line
 * of the failed block and its output.
 */
export async function runPage(blocks: readonly Block[], workshop: Workshop, ports: Record<string, string>): Promise<string> {
  const dangerous = blocks.find(reachesBeyond)
  if (dangerous)
    throw new Error(`${dangerous.page}:${dangerous.line} reaches beyond its folder: nothing was run. Mark it <!-- not run: why -->`)
  const script = ['set -eo pipefail', ...blocks.map(asShell)].join('\n')
  const moved = Object.entries(ports).reduce((text, [from, to]) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to), script)
  const child = spawn('bash', ['-c', moved], {
    cwd: workshop.folder,
    env: workshop.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const timer = setTimeout(() => endGroup(child.pid), patienceMs)
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (written += chunk))
  const closed = once(child, 'close')
  // Background processes of the block keep the output open.
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  endGroup(child.pid)
  await closed
  if (code !== 0)
    throw new Error(`ended with ${code ?? 'no code: it took too long'}; the last block that began is the one that failed:\n${written}`)
  return written
}

function asShell(block: Block): string {
  const mark = `echo '== ${block.page}:${block.line}'`
  if (block.language === 'sh') return `${mark}\n${block.text}`
  return `${mark}\ncat > ${fileNameOf(block)} <<'END_OF_PROGRAM'\n${block.text}END_OF_PROGRAM`
}

/** Processes that a shell started in the background outlive it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // No process of the group is left.
  }
}
