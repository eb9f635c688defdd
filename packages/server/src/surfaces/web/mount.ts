import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nothingAt } from '../http/errors.ts'
import { mountAppFiles } from './app-files.ts'
import { createIndexReader } from './index-file.ts'
import { sendIndex } from './index-page.ts'
import { sendUnbuilt } from './unbuilt-page.ts'

/** The web app is part of the package; in a checkout and in an image it is where it was built. */
const packaged = fileURLToPath(new URL('../../../web', import.meta.url))
const built = existsSync(packaged) ? packaged : fileURLToPath(new URL('../../../../../apps/web/dist', import.meta.url))
const aYearSeconds = 31_536_000

/**
 * The web app at `/`: its files, and its one page for every navigation that no other route answers. Requests of programs to unknown routes
 * get the error envelope.
 */
export function mountWeb(app: FastifyInstance, { directory = built }: { directory?: string } = {}): { isBuilt(): Promise<boolean> } {
  const readIndex = createIndexReader(directory)
  app.register(fastifyStatic, assetsIn(directory))
  mountAppFiles(app, directory)
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const index = await readIndex()
    return index ? sendIndex(request, reply, index) : sendUnbuilt(reply)
  }
  app.get('/', send)
  app.get('/*', (request, reply) => {
    if (!isNavigation(request)) throw nothingAt(request)
    return send(request, reply)
  })
  return { isBuilt: async () => (await readIndex()) !== null }
}

/** Their names change with their content. */
const assetsIn = (directory: string) => ({
  root: join(directory, 'assets'),
  prefix: '/assets/',
  decorateReply: false,
  preCompressed: true,
  immutable: true,
  maxAge: aYearSeconds * 1_000,
  index: false as const,
  dotfiles: 'ignore' as const,
})

/** No path below these is a page of the web app. */
const programs = /^\/(api|assets|health|mcp|oauth|oidc|ws|metrics|\.well-known|openapi\.json)(\/|\?|$)/

function isNavigation({ url, headers }: FastifyRequest): boolean {
  return !programs.test(url) && (headers.accept ?? '').includes('text/html')
}
