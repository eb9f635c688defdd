import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { openUnnamedFile } from '../../files/unnamed-file.ts'

/** A backup that can be read twice: the file at `path`, or stdin, copied to a file without a name. The caller closes it. */
export async function spooled(path: string, stdin: AsyncIterable<Buffer>): Promise<FileHandle> {
  if (path !== '-') return opened(path)
  const file = await openUnnamedFile(tmpdir())
  await file.writeFile(stdin)
  return file
}

async function opened(path: string): Promise<FileHandle> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`File ${path} does not exist.`) : error
  })
  if (!(await file.stat()).isDirectory()) return file
  await file.close()
  throw new Error(`${path} is a folder. Use the file that tandem backup wrote.`)
}
