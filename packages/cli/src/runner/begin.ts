import { writeFile } from 'node:fs/promises'
import type { Client } from '@tandem/client'
import type { Session } from '@tandem/contract'
import { type Blanks, commandLine, fill, fillSettings, mcpConfig } from './fill.ts'
import { placeFor } from './place.ts'
import { hold } from './process.ts'
import type { Profile } from './profiles.ts'
import { readPrompt } from './prompt.ts'
import { type Folder, type Kept, writeKept } from './state.ts'

/** The command of a runner and its environment. */
export type Running = {
  client: Client
  url: string
  token: string
  mcpUrl: string
  profile: Profile | undefined
  /** The words after `--`. */
  typed: readonly string[]
  prompt: 'stdin' | 'file'
  /** The repository that worktrees are made of; null = plain directories. */
  root: string | null
  workDir: string
}

/** Starts the command of a session, and records it in `kept`. Throws if there is no directory for it, or no such command. */
export async function begin(running: Running, folder: Folder, session: Session, kept: Kept): Promise<void> {
  const { root, workDir, profile } = running
  kept.place ??= await placeFor({ cardKey: kept.cardKey, sessionId: kept.sessionId, root, workDir })
  const { files } = folder
  const prompt = await readPrompt(running.client, session)
  const values: Blanks = {
    promptFile: files.input,
    prompt,
    mcpUrl: running.mcpUrl,
    mcpConfig: files.mcpConfig,
    settings: files.settings,
    summaryFile: files.summary,
    card: session.cardKey,
    session: session.id,
    directory: kept.place.directory,
  }
  await writeFile(files.input, prompt, { mode: 0o600 })
  // Created here, because the command runs with the umask of its user: the output is unredacted and may contain secrets.
  await writeFile(files.output, '', { mode: 0o600 })
  await writeFile(files.mcpConfig, mcpConfig(running.mcpUrl), { mode: 0o600 })
  if (profile?.settings) await writeFile(files.settings, fillSettings(profile.settings, values), { mode: 0o600 })
  const held = await hold({
    command: commandLine(profile, running.typed).map((word) => fill(word, values)),
    directory: kept.place.directory,
    environment: { ...environmentOf(running, session, values), ...filled(profile?.environment ?? {}, values) },
    files: { output: files.output, exit: files.exit, input: running.prompt === 'stdin' ? files.input : '/dev/null' },
  })
  kept.command = held.mark
  await writeKept(folder, kept)
  held.begin()
}

function environmentOf({ url, token, mcpUrl }: Running, session: Session, values: Blanks): Record<string, string | undefined> {
  return {
    ...process.env,
    TANDEM_URL: url,
    TANDEM_TOKEN: token,
    TANDEM_MCP_URL: mcpUrl,
    TANDEM_SESSION: session.id,
    TANDEM_GENERATION: session.lease?.generation.toString(),
    TANDEM_CARD: session.cardKey,
    TANDEM_CARD_ID: session.cardId,
    TANDEM_BOARD: session.boardId,
    TANDEM_PROMPT_FILE: values.promptFile,
    TANDEM_SUMMARY_FILE: values.summaryFile,
    TANDEM_MCP_CONFIG: values.mcpConfig,
  }
}

const filled = (texts: Readonly<Record<string, string>>, values: Blanks): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, values)]))
