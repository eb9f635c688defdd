import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'

/** Programs of third parties, installed in tools/clients. */
export const folder = fileURLToPath(new URL('../../../../tools/clients/', import.meta.url))

export type Ran = { code: number | null; out: string; err: string }

/**
 * The command that starts a program of a package: Node and its file, or the file itself if it is not a script. Skips the test when the
 * package is not installed.
 */
export function commandOf(context: Pick<TestContext, 'skip'>, packageName: string, bin?: string): string[] {
  const directory = join(folder, 'node_modules', packageName)
  const manifest = join(directory, 'package.json')
  context.skip(!existsSync(manifest), `${packageName} is not installed in tools/clients`)
  const declared: Record<string, string> | string = JSON.parse(readFileSync(manifest, 'utf8')).bin
  const path = typeof declared === 'string' ? declared : declared[bin ?? packageName]
  return [process.execPath, join(dirname(manifest), path ?? '')]
}

/** A program of ours in tools/clients that uses a library which is installed there. */
export function ownProgram(context: Pick<TestContext, 'skip'>, library: string, file: string): string[] {
  context.skip(!existsSync(join(folder, 'node_modules', library)), `${library} is not installed in tools/clients`)
  return [process.execPath, join(folder, file)]
}

/**
 * The environment of a program, which keeps its files in `home` and gets no variables of the person who runs the tests. Browsers are not
 * opened.
 */
export function environmentIn(home: string, more: Record<string, string> = {}): Record<string, string> {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const opener of ['open', 'xdg-open', 'gio', 'x-www-browser', 'sensible-browser'])
    writeFileSync(join(bin, opener), '#!/bin/sh\n', { mode: 0o755 })
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  return {
    PATH: [bin, dirname(process.execPath), PATH].join(delimiter),
    LANG,
    HOME: home,
    TMPDIR: home,
    TERM: 'xterm-256color',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    ...more,
  }
}

/** Runs it to its end, or ends it after `patienceMs`: then the code is null. */
export function run(
  [file = '', ...first]: readonly string[],
  args: readonly string[],
  { env, patienceMs = 60_000 }: { env: Record<string, string>; patienceMs?: number },
): Promise<Ran> {
  const child = spawn(file, [...first, ...args], { env, cwd: env.HOME, stdio: ['ignore', 'pipe', 'pipe'] })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ran.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    ran.err += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ ...ran, code })
    })
  })
}
