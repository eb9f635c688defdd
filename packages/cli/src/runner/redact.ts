import { stripVTControlCharacters } from 'node:util'
import { block } from '../terminal/terminal.ts'

const secretName = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY/i
const shortestSecret = 8
const looksSecret = [
  /\bkbt_[\w-]{8,}/g,
  /\bwhsec_[\w-]{8,}/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bsk-[\w-]{16,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g,
  /(?<=\bBearer )[\w.~+/-]{8,}=*/gi,
  /(?<=:\/\/[^\s/:@]{0,200}:)[^\s/@]+(?=@)/g,
]

/**
 * Removes secrets, colours and control characters from the output of a command. Secrets are the values of variables with the name of one,
 * and text in the form of one.
 */
export function redactor(environment: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value]) => (secretName.test(name) && value !== undefined && value.length >= shortestSecret ? [value] : []))
    // Longer secrets first, so that one which begins with another is removed whole.
    .sort((a, b) => b.length - a.length)
  return (text) => {
    const plain = secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), block(stripVTControlCharacters(text)))
    return looksSecret.reduce((left, pattern) => left.replace(pattern, '[secret]'), plain)
  }
}
