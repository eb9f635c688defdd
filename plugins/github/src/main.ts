import { runPlugin } from '@tandem/plugin-kit'
import { githubPlugin } from './plugin.ts'

await runPlugin(githubPlugin)
