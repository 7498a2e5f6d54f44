import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Removes a folder, and stops the database server whose data is in `database` there, even when the test run is killed: a watcher process reads a
 * pipe until our end closes. Returns the function that ends the watcher.
 */
export const removeOnExit = (folder: string, database: string): (() => void) => {
  const script = 'read -r _; pid=$(head -n 1 "$1/$2/postmaster.pid" 2>/dev/null) && kill -9 "$pid"; sleep 1; rm -rf "$1"';
  const watcher = spawn('sh', ['-c', script, 'sh', folder, database], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => void watcher.kill();
};
