@echo off
rem Double-click to install tutor for this person. Any option goes on to install.ps1, for example: install.bat -Service
setlocal
chcp 65001 >nul
powershell.exe -NoProfile -ExecutionPolicy Bypass -File "%~dp0install.ps1" %*
set "outcome=%errorlevel%"
if not defined TUTOR_NO_PAUSE pause
exit /b %outcome%
