import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A host of the web, with a certificate that this process trusts. Clients that resolve its name to 127.0.0.1 reach it. */
export type HttpsHost = { origin: string; connections(): number; stop(): void }

export async function startHttpsHost(name: string, answer: RequestListener): Promise<HttpsHost> {
  const { key, cert } = certificateFor(name)
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const server = createServer({ key, cert }, answer)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://${name}:${port}`,
    connections: () => connections,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function certificateFor(name: string): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'tandem-host-'))
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  try {
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
