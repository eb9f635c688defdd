import type { TestContext } from 'vitest'
import { commandOf, ownProgram } from './program.ts'

type Skips = Pick<TestContext, 'skip'>

/** The programs that are tried, and how each is started. */
export const claude = (context: Skips) => {
  const [node = '', file = ''] = commandOf(context, '@anthropic-ai/claude-code', 'claude')
  // The package replaces its entry by the binary in an install script; this wrapper finds the binary without one.
  return [node, file.replace(/bin[/\\][^/\\]+$/, 'cli-wrapper.cjs')]
}
export const mcporter = (context: Skips) => commandOf(context, 'mcporter')
export const mcpRemote = (context: Skips) => commandOf(context, 'mcp-remote')
export const inspector = (context: Skips) => commandOf(context, '@modelcontextprotocol/inspector', 'mcp-inspector')
export const sdk = (context: Skips) => ownProgram(context, '@modelcontextprotocol/client', 'programs/sdk.mjs')
export const aiSdk = (context: Skips) => ownProgram(context, '@ai-sdk/mcp', 'programs/ai-sdk.mjs')
export const codex = (context: Skips) => commandOf(context, '@openai/codex', 'codex')
/** A tool by way of Codex, without the model that would tell it to. */
export const codexCalls = (context: Skips) => ownProgram(context, '@openai/codex', 'programs/codex.mjs')
export const openaiAgents = (context: Skips) => ownProgram(context, '@openai/agents', 'programs/openai-agents.mjs')
export const gemini = (context: Skips) => commandOf(context, '@google/gemini-cli', 'gemini')
