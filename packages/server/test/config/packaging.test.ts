import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configHelp } from '../../src/config.ts'

/** The files that make images are read here as an engine would: a machine without one still notices what would break them. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const text = (name: string) => readFileSync(root + name, 'utf8')
const dockerfile = text('Dockerfile')
type Service = {
  build?: { target: string; args?: { PLUGIN: string } }
  environment: Record<string, string>
  read_only?: boolean
  volumes?: string[]
}
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(text('compose.yaml'), { merge: true })

/** The last pattern that fits decides; a folder that is left out takes along what is in it. */
function isSent(path: string): boolean {
  const parts = path.split('/')
  // An engine's star takes names that begin with a dot, too.
  const fits = (pattern: string) => pattern === '*' || parts.some((_, at) => matchesGlob(parts.slice(0, at + 1).join('/'), pattern))
  return text('.dockerignore')
    .split('\n')
    .filter(Boolean)
    .reduce((sent, line) => (line.startsWith('!') ? sent || fits(line.slice(1)) : sent && !fits(line)), true)
}

test('an image gets every workspace that the lock file names, and neither tests, nor data, nor what was installed here', () => {
  const workspaces: string[] = JSON.parse(text('package.json')).workspaces.flatMap((name: string) =>
    name.endsWith('/*') ? readdirSync(root + name.slice(0, -1)).map((one) => name.slice(0, -1) + one) : [name],
  )
  const needed = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'scripts/build-web.cjs',
    'apps/web/vite.config.ts',
    'packages/server/src/main.ts',
  ]
  const manifests = workspaces.map((name) => `${name}/package.json`).filter((name) => existsSync(root + name))
  expect(manifests.length).toBeGreaterThan(8)
  expect([...needed, ...manifests].filter((path) => !isSent(path))).toEqual([])
  const unwanted = [
    'data/postgres-18',
    'node_modules/pg',
    'packages/server/test/kit/service.ts',
    'apps/web/dist/index.html',
    '.git/config',
    '.env',
  ]
  expect(unwanted.filter(isSent)).toEqual([])
})

test('both images run as an ordinary user, say how they are, and write to /data alone', () => {
  for (const stage of ['plugin', 'service']) {
    const [, steps = ''] = new RegExp(`\\nFROM node:24-bookworm-slim AS ${stage}\\n([^]*?)(?=\\nFROM |$)`).exec(dockerfile) ?? []
    expect(steps).toMatch(/^USER node$/m)
    expect(steps).toMatch(/^VOLUME \/data$/m)
    expect(steps).toMatch(/^HEALTHCHECK /m)
    const program = (JSON.parse(/^CMD (\[.*\])$/m.exec(steps)?.[1] ?? '[]') as string[])[1] ?? ''
    expect(existsSync(root + (stage === 'plugin' ? `plugins/github/${program}` : program))).toBe(true)
  }
})

test('compose sets nothing that the service does not know, and gives every plugin a place of its own', () => {
  const { services, volumes } = compose
  const known = new Set([...configHelp().matchAll(/^ {2}([A-Z][A-Z0-9_]+) /gm)].map(([, name]) => name))
  expect(Object.keys(services.tandem?.environment ?? {}).filter((name) => !known.has(name))).toEqual([])
  const plugins = readdirSync(`${root}plugins`).sort()
  const built = Object.entries(services).filter(([, { build }]) => build?.target === 'plugin')
  expect(built.map(([name, { build }]) => [name, build?.args?.PLUGIN]).sort()).toEqual(plugins.map((name) => [name, name]))
  expect(services.tandem?.environment.OUTBOUND_ALLOWED?.split(',').sort()).toEqual(plugins)
  for (const [name, service] of [...built, ['tandem', services.tandem] as const]) {
    expect([name, service?.read_only]).toEqual([name, true])
    expect([name, service?.volumes?.length]).toEqual([name, 1])
    expect(Object.keys(volumes)).toContain(service?.volumes?.[0]?.split(':')[0])
  }
})
