import { createServer } from 'vite'
import config from '../vite.config.ts'

/** The web part of `npm run dev`: pages from their sources, everything else from the service of TANDEM_URL. */
const { HOST: host, PORT: port } = process.env
const vite = await createServer({ ...config, configFile: false, server: { ...config.server, host, port: Number(port), strictPort: true } })
await vite.listen()
