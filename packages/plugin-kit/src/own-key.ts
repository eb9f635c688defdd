import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

/** The key to which Tandem seals the secrets of this process's installs. Specification: decisions §5. */
export type OwnKey = {
  /** The body of `PUT /api/integrations/self/key`. */
  publicJwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string }
  /** Null if it was sealed to another key. */
  open(jwe: string): Promise<string | null>
}

const algorithm = 'ECDH-ES+A256KW'

/** Stored in the folder of the plugin's state, readable by its owner alone. */
export async function loadOwnKey(stateDir: string): Promise<OwnKey> {
  const path = join(stateDir, 'key.json')
  const jwk = (await readJwk(path)) ?? (await makeJwk(path))
  const key = await importJWK(jwk, algorithm)
  const { x = '', y = '' } = jwk
  return {
    publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid: await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y }) },
    async open(jwe) {
      try {
        return new TextDecoder().decode((await compactDecrypt(jwe, key)).plaintext)
      } catch {
        return null
      }
    },
  }
}

async function readJwk(path: string): Promise<JWK | null> {
  const text = await readFile(path, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null
    throw failure
  })
  if (text === null) return null
  const jwk = jwkIn(text)
  if (jwk) return jwk
  throw new Error(`${path} is damaged. Move it away: a new key is created and registered, and no secret is lost.`)
}

/** Without the error of JSON, which shows a piece of the key. */
function jwkIn(text: string): JWK | null {
  try {
    return JSON.parse(text) as JWK
  } catch {
    return null
  }
}

async function makeJwk(path: string): Promise<JWK> {
  const { privateKey }: { privateKey: CryptoKey } = await generateKeyPair(algorithm, { crv: 'P-256', extractable: true })
  const jwk = await exportJWK(privateKey)
  await writeFile(`${path}.new`, JSON.stringify(jwk), { mode: 0o600 })
  await rename(`${path}.new`, path)
  return jwk
}
