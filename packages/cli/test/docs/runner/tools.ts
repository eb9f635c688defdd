import { spawnSync } from 'node:child_process'
import type { Block } from './pages.ts'

/** The tools that a page may use besides the shell, and that not every machine has. */
const known = ['curl', 'openssl', 'python3']

/** The tools that blocks use and this machine lacks. */
export const missingFor = (blocks: readonly Block[]): string[] =>
  known.filter((tool) => blocks.some(({ text }) => text.includes(tool)) && !isThere(tool))

export const isThere = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
