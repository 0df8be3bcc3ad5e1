"""Worker processes in which computers and analyses think."""
