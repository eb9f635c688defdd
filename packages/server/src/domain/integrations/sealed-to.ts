import { fieldRefusal, type TandemError } from '@tandem/contract'
import { CompactEncrypt, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'

/** Sealing to the public key of a plugin, as compact JWE. Specification: decisions §5. */
export type PublicKey = NonNullable<IntegrationRow['publicKey']>

/** The first is taken for a key that names no algorithm. */
const algorithms = {
  EC: ['ECDH-ES+A256KW', 'ECDH-ES', 'ECDH-ES+A128KW'],
  OKP: ['ECDH-ES+A256KW', 'ECDH-ES', 'ECDH-ES+A128KW'],
  RSA: ['RSA-OAEP-256', 'RSA-OAEP', 'RSA-OAEP-384', 'RSA-OAEP-512'],
} as const

export async function sealTo(jwk: PublicKey, text: string): Promise<string> {
  const alg = algorithmOf(jwk)
  const key = await importJWK(jwk satisfies JWK, alg)
  const header = { alg, enc: 'A256GCM', ...(jwk.kid !== undefined && { kid: jwk.kid }) }
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)
}

/** The error of a key, or null when secrets can be sealed to it. */
export async function problemOf(jwk: PublicKey): Promise<TandemError | null> {
  if (!(algorithms[jwk.kty] as readonly string[]).includes(algorithmOf(jwk)))
    return fieldRefusal('kty', 'keyAlgorithm', { algorithms: algorithms[jwk.kty].join(', ') })
  try {
    await sealTo(jwk, 'trial')
    return null
  } catch {
    return fieldRefusal('kty', 'keyUnfit')
  }
}

export const fingerprintOf = (jwk: PublicKey): Promise<string> => calculateJwkThumbprint(jwk satisfies JWK)

const algorithmOf = (jwk: PublicKey): string => jwk.alg ?? algorithms[jwk.kty][0]
