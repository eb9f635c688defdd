import { refusalOf } from '@tandem/client'

/** Downloads a file with progress in bytes. Throws refusals of the service. */
export async function download(
  path: string,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const response = await fetch(path, { signal })
  if (!response.ok || !response.body) throw refusalOf(response, await response.json().catch(() => null))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    bytes += next.value.byteLength
    onBytes(bytes)
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}

/** Downloads the file by a click on a temporary link. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read it within a minute, however slow.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
