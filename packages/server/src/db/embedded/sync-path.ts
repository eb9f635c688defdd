import { open } from 'node:fs/promises'

/** Makes a rename or a new entry in a directory survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
