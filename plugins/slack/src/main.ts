import { runPlugin } from '@tandem/plugin-kit'
import { slackPlugin } from './plugin.ts'

await runPlugin(slackPlugin)
