import { runPlugin } from '@tandem/plugin-kit'
import { gitlabPlugin } from './plugin.ts'

await runPlugin(gitlabPlugin)
