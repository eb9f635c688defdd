import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { nothingAt } from '../http/errors.ts'

/**
 * The files of the installable web app: its manifest, service worker and icons. Their names stay the same across releases, because browsers
 * keep them; so all but the icons are revalidated each time.
 */
const files: Record<string, { type: string; cacheControl: string }> = {
  '/manifest.webmanifest': { type: 'application/manifest+json', cacheControl: 'no-cache' },
  '/service-worker.js': { type: 'text/javascript; charset=utf-8', cacheControl: 'no-cache' },
  ...Object.fromEntries(
    ['icon-192', 'icon-512', 'maskable-512', 'touch-180', 'badge-96'].map((name) => [
      `/app/${name}.png`,
      { type: 'image/png', cacheControl: 'public, max-age=86400' },
    ]),
  ),
}

/** A service worker is bound by the policy that it comes with: it calls us, and loads nothing. */
const policy = "default-src 'none'; connect-src 'self'; img-src 'self'"

export function mountAppFiles(app: FastifyInstance, directory: string): void {
  for (const [path, { type, cacheControl }] of Object.entries(files))
    app.get(path, async (request, reply): Promise<FastifyReply> => {
      const bytes = await readFile(join(directory, path)).catch(() => null)
      if (bytes === null) throw nothingAt(request)
      return reply.header('content-security-policy', policy).header('cache-control', cacheControl).type(type).send(bytes)
    })
}
