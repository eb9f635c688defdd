import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plugin, ProxyOptions } from 'vite'

/** The paths of the service, other than those of the web app. A test compares them with its routes. */
export const servicePaths = [
  '/api',
  '/mcp',
  '/ws',
  '/health',
  '/metrics',
  '/oauth',
  '/oidc',
  '/.well-known',
  '/connect',
  '/docs/api',
  '/openapi.json',
  '/llms.txt',
  '/agents.md',
]

/** The header Host stays as it is: the service compares it with Origin. */
export const proxyTo = (target: string): Record<string, ProxyOptions> =>
  Object.fromEntries(servicePaths.map((path) => [`^${path.replaceAll('.', '\\.')}(?=[/?]|$)`, { target, ws: path === '/ws' }]))

const [longestWaitMs, checkEveryMs] = [15_000, 50]

/**
 * Proxies to the service during development: a request waits until a restart is over, and a page requested by another name of this machine
 * is redirected to the service's own name.
 */
export function serviceBehind(target: string): Plugin {
  return {
    name: 'service-behind',
    configureServer({ middlewares, config }) {
      const own = new URL(`http://${config.server.host || 'localhost'}:${config.server.port}`)
      middlewares.use((request, response, next) => {
        const { url = '/', headers } = request
        const isPage = headers.accept?.includes('text/html')
        if (isPage && headers.host === `localhost:${own.port}` && own.host !== headers.host) {
          response.writeHead(302, { location: new URL(url, own).href }).end()
        } else if (servicePaths.some((path) => url.startsWith(path))) {
          void whenListening(target, next)
        } else next()
      })
    },
  }
}

async function whenListening(target: string, next: () => void): Promise<void> {
  const { hostname, port } = new URL(target)
  for (const endMs = Date.now() + longestWaitMs; Date.now() < endMs; ) {
    if (await isListening(hostname, Number(port))) break
    await pause(checkEveryMs)
  }
  next()
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const answer = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}
