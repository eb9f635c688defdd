import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifests as pluginManifests } from '@tandem/contract'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readChangesets } from '../../../../scripts/release/changesets.ts'
import { configHelp } from '../../src/config.ts'
import { openApiDocument } from '../../src/surfaces/rest/openapi.ts'

/** The files that make images are read here as an engine would: a machine without one still notices what would break them. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const text = (name: string) => readFileSync(root + name, 'utf8')
const dockerfile = text('Dockerfile')
type Service = {
  build?: { target: string; args?: { PLUGIN: string } }
  environment: Record<string, string>
  read_only?: boolean
  networks?: string[]
  volumes?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, null>; networks: Record<string, { internal: boolean }> }
const compose: Compose = parse(text('compose.yaml'), { merge: true })

const workspaces = (JSON.parse(text('package.json')).workspaces as string[])
  .flatMap((name) => (name.endsWith('/*') ? readdirSync(root + name.slice(0, -1)).map((one) => name.slice(0, -1) + one) : [name]))
  .filter((name) => existsSync(`${root}${name}/package.json`))

/** The last matching pattern decides; with a folder, everything in it is left out. */
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
  const needed = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'scripts/build-web.cjs',
    'apps/web/vite.config.ts',
    'packages/server/src/main.ts',
    'examples/agents/webhook-agent.ts',
  ]
  const manifests = workspaces.map((name) => `${name}/package.json`)
  expect(manifests.length).toBeGreaterThan(8)
  expect([...needed, ...manifests].filter((path) => !isSent(path))).toEqual([])
  const unwanted = [
    'data/postgres-18',
    'node_modules/pg',
    'packages/server/test/kit/service.ts',
    'apps/web/dist/index.html',
    '.git/config',
    'plugins/slack/plugin-state/journal.ndjson',
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

test('what the image of the service takes along is there, and `tandem` is on its path', () => {
  const [, steps = ''] = /\nFROM node:24-bookworm-slim AS service\n([^]*)$/.exec(dockerfile) ?? []
  const copied = [...steps.matchAll(/^COPY --from=(\S+) (.*) \S+$/gm)].flatMap(([, from = '', paths = '']) =>
    paths.split(' ').map((path) => ({ from, path: path.replace('/tandem/', '') })),
  )
  expect(copied.length).toBeGreaterThan(4)
  // Stages make these two; the others come from the checkout.
  const made = ['node_modules', 'apps/web/dist']
  expect(copied.filter(({ path }) => !made.includes(path) && !existsSync(root + path))).toEqual([])
  expect(steps).toMatch(/^ENV .*\bPATH=\/tandem\/node_modules\/\.bin:\$PATH$/m)
})

test('compose sets nothing that the service does not know, and gives every plugin a place of its own', () => {
  const { services, volumes, networks } = compose
  const known = new Set([...configHelp().matchAll(/^ {2}([A-Z][A-Z0-9_]+) /gm)].map(([, name]) => name))
  expect(Object.keys(services.tandem?.environment ?? {}).filter((name) => !known.has(name))).toEqual([])
  const plugins = readdirSync(`${root}plugins`).sort()
  const built = Object.entries(services).filter(([, { build }]) => build?.target === 'plugin')
  expect(built.map(([name, { build }]) => [name, build?.args?.PLUGIN]).sort()).toEqual(plugins.map((name) => [name, name]))
  expect(services.tandem?.environment.OUTBOUND_ALLOWED?.split(',').sort()).toEqual(plugins)
  const keepers = Object.entries(services).filter(([, one]) => one.networks?.includes('storage'))
  expect([keepers.map(([name]) => name).sort(), networks.storage?.internal]).toEqual([['postgres', 'redis', 'tandem'], true])
  for (const [name, service] of [...built, ['tandem', services.tandem] as const]) {
    expect([name, service?.read_only]).toEqual([name, true])
    expect([name, service?.volumes?.length]).toEqual([name, 1])
    expect(Object.keys(volumes)).toContain(service?.volumes?.[0]?.split(':')[0])
  }
})

test('everything has the version of the newest release in the changelog, and changesets concern packages that there are', () => {
  const manifests: { name: string; version: string }[] = ['.', ...workspaces].map((name) => JSON.parse(text(`${name}/package.json`)))
  const [, released] = /^## (\S+)$/m.exec(text('CHANGELOG.md')) ?? []
  const told = [...manifests, ...pluginManifests, openApiDocument('/').info]
  expect([...new Set(told.map(({ version }) => version))]).toEqual([released])
  const names = manifests.map(({ name }) => name)
  for (const { file, packages } of readChangesets()) expect([file, packages.filter((name) => !names.includes(name))]).toEqual([file, []])
})
