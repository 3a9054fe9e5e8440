"""Answers every line at a socket in capitals, each connection on a thread of its own."""

import socketserver
import sys


class Greeting(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(self.rfile.readline().upper())


socketserver.ThreadingUnixStreamServer(sys.argv[1], Greeting).serve_forever()
