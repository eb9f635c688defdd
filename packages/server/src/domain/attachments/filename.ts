const longest = 255
const longestExtension = 20
/** Controls, line ends, and what changes the direction of text or is not seen at all. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** The last segment of the filename that a caller gives, cleaned for display and download. It is never part of a name in the store. */
export function cleanFilename(said: string): string {
  const [segment = ''] = said.toWellFormed().replace(unseen, '').split(/[/\\]/).slice(-1)
  const name = segment.trim()
  return /^\.*$/.test(name) ? 'file' : shortened(name)
}

/** Keeps the extension: it says how the file opens. */
function shortened(name: string): string {
  if (name.length <= longest) return name
  const [extension = ''] = new RegExp(`\\.[^.]{1,${longestExtension}}$`).exec(name) ?? []
  return (
    name
      .slice(0, longest - extension.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + extension
  )
}

const typeForm = /^[\w!#$&^.+-]{1,63}\/[\w!#$&^.+-]{1,63}$/

export const cleanType = (said: string): string => (typeForm.test(said) ? said.toLowerCase() : 'application/octet-stream')
