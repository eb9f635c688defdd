export { createGithubDouble, type GithubDouble } from './github-double.ts'
export { freePort, type InstalledPlugin, installPlugin, pluginEnvironment } from './installed.ts'
export { type PluginProcess, startPluginProcess } from './plugin-process.ts'
